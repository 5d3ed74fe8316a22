import { Alert, Button } from "antd";
import { Component, type ReactNode } from "react";

interface Props {
  /** The address: another one resets the error. */
  at: string;
  children: ReactNode;
}
interface State {
  at: string;
  fault: Error | null;
}

/** An error in a page leaves the menu usable. */
export class FaultBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, fault: null };
  static getDerivedStateFromError(fault: Error): Partial<State> {
    return { fault };
  }
  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, fault: null };
  }
  override render() {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <Alert
        type="error"
        showIcon
        title="Something went wrong · 页面出错"
        description={fault.message}
        // A reload, because files of an older console version are gone after a deploy.
        action={<Button onClick={() => location.reload()}>Try again · 重试</Button>}
      />
    );
  }
}
