/** A start that cannot go on; `message` is one sentence that says why and what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A start that cannot go on, of which another process has said why. */
export class ReportedError extends Error {
  override name = 'ReportedError'
}
