/** `message` is one sentence that gives the reason and what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

export class ReportedError extends Error {
  override name = 'ReportedError'
}
