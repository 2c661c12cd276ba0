/**
 * Where the newest wish for one variant stands: nothing is wanted (idle), its wait runs (waiting), it stands in the
 * queue (queued), its call is on its way (sending), we look what became of it (looking), it is sent again (repeating).
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
  /** No answer, or answers that crossed each other: only a look tells. */
  | 'doubted'
  /** What the call was about has gone, or is not as it was asked: worth another try. */
  | 'missed'
  /** Called off before the shop has heard of it. */
  | 'dropped'

/** Everything that can happen, and where it leads. What a phase does not name cannot happen in it. */
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
 * One step of a line.
 * @param token of the operation that it happens to; a higher one comes with `asked`
 * @returns the same line where nothing changes: the operation was overtaken, or this cannot happen now
 */
export function step(line: Line, happening: LineEvent, token: number): Line {
  if (happening !== 'asked' && token !== line.token) return line
  const phase = TABLE[line.phase][happening]
  return phase ? { phase, token } : line
}
