import { Component, type ReactNode } from 'react';
import { RenderFailure } from './ErrorScreen.tsx';

type State = { error: unknown };

/** Catches errors outside of the router, such as those of the shell. */
export class AppBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    return this.state.error !== null ? <RenderFailure error={this.state.error} /> : this.props.children;
  }
}
