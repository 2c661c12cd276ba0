/**
 * Waits for work, but no longer than that many milliseconds; the work goes on.
 * @returns false if the time ran out first
 * @throws what the work throws in time
 */
export async function withinTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const inTime = await Promise.race([work.then(() => true as const), late.promise])
  clearTimeout(timer)
  return inTime
}
