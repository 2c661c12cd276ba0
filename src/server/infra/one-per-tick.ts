/**
 * Begins at most one task in each turn of the event loop, in the order in which they came: many that come at the same
 * moment hold up no one together, since what is answered at once comes in between.
 * @returns begins a task, at once where none has begun in this turn
 */
export function createOnePerTick(): (begin: () => unknown) => void {
  const waiting: (() => unknown)[] = []
  let isTaken = false

  function take(begin: () => unknown): void {
    isTaken = true
    setImmediate(next)
    begin()
  }

  function next(): void {
    isTaken = false
    const begin = waiting.shift()
    if (begin) take(begin)
  }

  return (begin) => {
    if (isTaken) waiting.push(begin)
    else take(begin)
  }
}
