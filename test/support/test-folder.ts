import type { Test } from 'tap'

export function testFolder(t: Pick<Test, 'teardown' | 'testdir'>, content?: Parameters<Test['testdir']>[0]): string {
  // tap removes its own folder before the first later teardown, and a server would still write there.
  t.teardown(() => {})
  return t.testdir(content)
}
