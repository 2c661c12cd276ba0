/** `waiting`: delayed; `sending`: call in flight; `verifying`: its result is being read; `retrying`: sent again. */
export type Phase = 'idle' | 'waiting' | 'queued' | 'sending' | 'verifying' | 'retrying'

export type LineEvent =
  /** The shopper changed the line, which starts a new operation. */
  | 'asked'
  /** The delay has ended, or the page is closing. */
  | 'due'
  | 'sent'
  /** The backend has the requested quantity. */
  | 'answered'
  /** The backend does not have the requested quantity, and the call is not repeated. */
  | 'refused'
  /** No response arrived, or two responses crossed. Only a read can show the result. */
  | 'unconfirmed'
  /** The line or the cart was gone, or the quantity differs, so a retry may help. */
  | 'missed'
  | 'canceled'

/** An event that is not listed for a phase cannot happen in that phase. */
const TABLE: Readonly<Record<Phase, Readonly<Partial<Record<LineEvent, Phase>>>>> = {
  idle: { asked: 'waiting' },
  waiting: { asked: 'waiting', due: 'queued', canceled: 'idle' },
  queued: { asked: 'waiting', sent: 'sending' },
  sending: { asked: 'waiting', answered: 'idle', refused: 'idle', unconfirmed: 'verifying', missed: 'retrying' },
  verifying: { asked: 'waiting', answered: 'idle', refused: 'idle', missed: 'retrying' },
  retrying: { asked: 'waiting', answered: 'idle', refused: 'idle', unconfirmed: 'verifying' },
}

export interface Line {
  phase: Phase
  /** Number of the newest operation. */
  token: number
}

export const IDLE: Line = { phase: 'idle', token: 0 }

/** @returns the same line if the operation was superseded, or if the event cannot happen now */
export function step(line: Line, event: LineEvent, token: number): Line {
  if (event !== 'asked' && token !== line.token) return line
  const phase = TABLE[line.phase][event]
  return phase ? { phase, token } : line
}
