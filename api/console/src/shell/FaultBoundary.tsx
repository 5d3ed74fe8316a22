import { Alert, Button } from "antd";
import { Component, type ReactNode } from "react";

interface Props {
  /** The address: another one gets another chance. */
  at: string;
  children: ReactNode;
}
interface State {
  at: string;
  fault: Error | null;
}

/** A page that breaks leaves the menu standing. */
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
        title="This page broke · 页面出错"
        description={fault.message}
        // Loaded anew: a file of the console that went with a new version is not found again otherwise.
        action={<Button onClick={() => location.reload()}>Try again · 重试</Button>}
      />
    );
  }
}
