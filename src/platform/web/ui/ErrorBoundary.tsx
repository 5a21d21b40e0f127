import { Component, type ReactNode } from 'react';

type ErrorBoundaryProps = {
  /** Rendered for an error of the children; `retry` renders them again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
};
type State = { failure?: { error: unknown } | undefined };

/** Catches the errors of its children; React has no hook for this. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render() {
    const { fallback, children } = this.props;
    const { failure } = this.state;
    return failure ? fallback(failure.error, () => this.setState({ failure: undefined })) : children;
  }
}
