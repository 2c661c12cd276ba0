/**
 * The state of the newest operation on one line: no operation (`idle`), delayed (`waiting`), in the queue
 * (`queued`), call in flight (`sending`), result being read (`verifying`), or being sent again (`retrying`).
 */
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
  /** The operation was canceled before it was sent. */
  | 'canceled'

/** The transition table. An event that is not listed for a phase cannot happen in that phase. */
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

/**
 * Computes one transition of a line.
 * @param token token of the operation; `asked` comes with a higher one
 * @returns the same line if nothing changes: the operation was superseded, or the event cannot happen now
 */
export function step(line: Line, event: LineEvent, token: number): Line {
  if (event !== 'asked' && token !== line.token) return line
  const phase = TABLE[line.phase][event]
  return phase ? { phase, token } : line
}
