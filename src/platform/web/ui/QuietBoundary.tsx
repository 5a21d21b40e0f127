import { Component } from 'react';
import type { ReactNode } from 'react';

/** Around what is not worth losing the screen for: when it fails, it is not there, and the console says why. */
export class QuietBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
