import * as clack from '@clack/prompts'

import { CommandError } from '#server/cli/operator-command.ts'

function answered<Value>(value: Value): Exclude<Value, symbol> {
  if (clack.isCancel(value)) throw new CommandError('Stopped. Nothing was written.')
  return value as Exclude<Value, symbol>
}

interface TextPrompt {
  message: string
  value?: string | undefined
  /** Whether an empty text is an answer. */
  isOptional?: boolean
  /** @returns what is wrong */
  validate?: ((text: string) => string | undefined) | undefined
}

/** Asks for a line of text, with the present value to edit. @throws CommandError if the merchant stops */
export async function askText({ message, value = '', isOptional = false, validate }: TextPrompt): Promise<string> {
  const text = await clack.text({
    message,
    initialValue: value,
    validate(typed) {
      const trimmed = (typed ?? '').trim()
      if (trimmed === '') return isOptional ? undefined : 'Enter a text.'
      return validate?.(trimmed)
    },
  })
  return (answered(text) ?? '').trim()
}

export async function askYes(message: string, value: boolean): Promise<boolean> {
  return answered(await clack.confirm({ message, initialValue: value }))
}

/** @returns the value of the chosen option */
export async function askChoice<Value extends string>(
  message: string,
  options: readonly { value: Value; label: string }[],
): Promise<Value> {
  return answered(await clack.select<string>({ message, options: [...options] })) as Value
}

/** Asks for a whole number. */
export async function askWhole(message: string, value: number, [least, most]: [number, number]): Promise<number> {
  const text = await askText({
    message,
    value: String(value),
    validate: (typed) =>
      /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most
        ? undefined
        : `Enter a whole number from ${least} to ${most}.`,
  })
  return Number(text)
}

interface ListPrompt<Item> {
  message: string
  items: readonly Item[]
  label: (item: Item) => string
  /** Asks for the details; without an item, for those of a new one. */
  edit: (item: Item | undefined) => Promise<Item>
  addLabel: string
}

/** Lets the merchant change, add and remove items of a list. */
export async function askList<Item>({ message, items, label, edit, addLabel }: ListPrompt<Item>): Promise<Item[]> {
  const list = [...items]
  for (;;) {
    const choice = await askChoice(message, [
      { value: 'done', label: 'Continue with these' },
      ...list.map((item, index) => ({ value: String(index), label: label(item) })),
      { value: 'add', label: addLabel },
    ])
    if (choice === 'done') return list
    if (choice === 'add') {
      list.push(await edit(undefined))
      continue
    }
    const index = Number(choice)
    const item = list[index]
    if (item === undefined) continue
    const what = await askChoice(label(item), [
      { value: 'change', label: 'Change' },
      { value: 'remove', label: 'Remove' },
      { value: 'back', label: 'Leave as it is' },
    ])
    if (what === 'remove') list.splice(index, 1)
    if (what === 'change') list[index] = await edit(item)
  }
}
