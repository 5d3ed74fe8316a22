import { Alert, Button } from "antd";
import { Component, type ReactNode } from "react";

/** A page that breaks leaves the menu standing. */
export class FaultBoundary extends Component<{ children: ReactNode }, { fault: Error | null }> {
  override state: { fault: Error | null } = { fault: null };
  static getDerivedStateFromError(fault: Error) {
    return { fault };
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
        action={<Button onClick={() => this.setState({ fault: null })}>Try again · 重试</Button>}
      />
    );
  }
}
