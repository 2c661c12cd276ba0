import type { Test } from 'tap'

/**
 * A folder of the test's own, which goes after all that the test tears down.
 * @param content names of files and folders below it, and what is in them
 */
export function testFolder(t: Pick<Test, 'teardown' | 'testdir'>, content?: Parameters<Test['testdir']>[0]): string {
  // tap removes the folder before whatever is first to be torn down later, and a server would go on writing there.
  t.teardown(() => {})
  return t.testdir(content)
}
