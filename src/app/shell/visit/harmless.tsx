import { Component, type ReactNode } from 'react'

/** Where a part beside the page breaks, it is gone; the page stays, and sells. */
export class Harmless extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override state = { isBroken: false }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
