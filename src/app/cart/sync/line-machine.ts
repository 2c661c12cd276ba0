/**
 * The state of the newest operation on one variant: none (idle), its delay runs (waiting), it is in the queue (queued),
 * its call is in flight (sending), its outcome is being read (verifying), it is sent again (retrying).
 */
export type Phase = 'idle' | 'waiting' | 'queued' | 'sending' | 'verifying' | 'retrying'

export type LineEvent =
  /** The shopper changed the line: a new operation. */
  | 'asked'
  /** The delay is over, or the page is closing. */
  | 'due'
  | 'sent'
  /** The backend has the requested quantity. */
  | 'answered'
  /** The backend does not have it, and will not be asked again. */
  | 'refused'
  /** No response, or responses that crossed: only a read tells. */
  | 'unconfirmed'
  /** The line or the cart was gone, or the quantity differs: worth a retry. */
  | 'missed'
  /** Withdrawn before it was sent. */
  | 'canceled'

/** The transitions. An event that a phase does not list cannot happen in it. */
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
 * One transition of a line.
 * @param token of the operation; `asked` brings a higher one
 * @returns the same line if nothing changes: the operation was superseded, or the event cannot happen now
 */
export function step(line: Line, event: LineEvent, token: number): Line {
  if (event !== 'asked' && token !== line.token) return line
  const phase = TABLE[line.phase][event]
  return phase ? { phase, token } : line
}
