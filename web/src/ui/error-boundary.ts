import { Component, type ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Shown once the children have failed repeatedly. */
  readonly fallback: (error: unknown) => ReactNode
  /** A key of the children, such as an address: after a change they are tried again. */
  readonly shown?: string
}
type State = { readonly failure: { readonly error: unknown } | undefined }

/** Failures within WITHIN_MS after which the children stay unmounted. */
const MOST_FAILURES = 3
const WITHIN_MS = 10_000

/**
 * Keeps an error of its children from unmounting their surroundings, and mounts them again: a change of the page's nodes outside of
 * React (a translator, an extension) has not changed the state, so the next mount shows it. A class, because React has no hook for error
 * boundaries.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined }
  #failures = 0
  #firstAt = 0

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidCatch(): void {
    const now = performance.now()
    if (now - this.#firstAt > WITHIN_MS) [this.#failures, this.#firstAt] = [0, now]
    this.#failures += 1
    if (this.#failures < MOST_FAILURES) this.setState({ failure: undefined })
  }

  override componentDidUpdate({ shown }: Props): void {
    if (shown !== this.props.shown && this.state.failure) this.setState({ failure: undefined })
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure ? this.props.fallback(failure.error) : this.props.children
  }
}
