/**
 * The state of the newest operation on one variant: none (idle), its delay runs (waiting), it is in the queue (queued),
 * its call is in flight (sending), its outcome is being read (looking), it is sent again (repeating).
 */
export type Phase = 'idle' | 'waiting' | 'queued' | 'sending' | 'looking' | 'repeating'

export type LineEvent =
  /** The shopper wants something else: a new operation. */
  | 'asked'
  /** The wait is over, or the page goes away. */
  | 'due'
  | 'sent'
  /** The shop has what was asked. */
  | 'answered'
  /** It has not, and will not. */
  | 'refused'
  /** No response, or responses that crossed: only a read tells. */
  | 'doubted'
  /** What the call was about has gone, or is not as it was asked: worth another try. */
  | 'missed'
  /** Called off before the shop has heard of it. */
  | 'dropped'

/** The transitions. An event that a phase does not list cannot happen in it. */
const TABLE: Readonly<Record<Phase, Readonly<Partial<Record<LineEvent, Phase>>>>> = {
  idle: { asked: 'waiting' },
  waiting: { asked: 'waiting', due: 'queued', dropped: 'idle' },
  queued: { asked: 'waiting', sent: 'sending' },
  sending: { asked: 'waiting', answered: 'idle', refused: 'idle', doubted: 'looking', missed: 'repeating' },
  looking: { asked: 'waiting', answered: 'idle', refused: 'idle', missed: 'repeating' },
  repeating: { asked: 'waiting', answered: 'idle', refused: 'idle', doubted: 'looking' },
}

export interface Line {
  phase: Phase
  /** Of the newest operation. */
  token: number
}

export const IDLE: Line = { phase: 'idle', token: 0 }

/**
 * One transition of a line.
 * @param token of the operation; `asked` brings a higher one
 * @returns the same line if nothing changes: the operation was superseded, or the event cannot happen now
 */
export function step(line: Line, happening: LineEvent, token: number): Line {
  if (happening !== 'asked' && token !== line.token) return line
  const phase = TABLE[line.phase][happening]
  return phase ? { phase, token } : line
}
