/**
 * Shortens tap's output: one line for each file that passes; for a file that fails, everything but its passed checks.
 * @param lines tap's output, in which a file's lines are indented and come before its verdict
 * @param onPass called with the path of each file that passed
 */
export async function* condenseTap(
  lines: AsyncIterable<string>,
  onPass: (file: string) => void,
): AsyncGenerator<string> {
  let inside: string[] = []
  let complete = false
  let hasFailed = false
  let isReason = false
  for await (const line of lines) {
    const verdict = /^(not )?ok \d+ - (.*?)( \{)?$/.exec(line)
    if (verdict) {
      const [, failed, file = ''] = verdict
      if (!failed) onPass(file.split(' ', 1)[0] ?? '')
      hasFailed = failed !== undefined
      yield `${failed ? '✗' : '✓'} ${file}`
      if (failed) yield* inside.filter((text) => !/^\s*(ok \d|\d+\.\.\d+|$)/.test(text))
      inside = []
    } else if (isReason) {
      yield line
      isReason = line !== '  ...'
    } else if (hasFailed && line === '  ---') {
      // The reason why the file itself failed, such as a timeout, comes after its verdict.
      isReason = true
    } else if (/^(\s|# Subtest)/.test(line)) {
      hasFailed = false
      inside.push(line)
    } else if (/^(# [{t]|Bail out)/.test(line)) {
      complete = true
      yield line
    }
  }
  // Without a summary the last lines hold the reason why the run ended early.
  if (!complete) yield* inside
}
