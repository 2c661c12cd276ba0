/** @returns such as "1 mistake" or "2 mistakes" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
