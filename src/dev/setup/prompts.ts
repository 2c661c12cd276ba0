import * as clack from '@clack/prompts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { CommandError } from '#server/cli/operator-command.ts'

function answered<Value>(value: Value): Exclude<Value, symbol> {
  if (clack.isCancel(value))
    throw new CommandError('Stopped. The shop is unchanged. Answers of the step that was not completed are not saved.')
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

/** Asks for a number. */
export async function askNumber(message: string, value: number, schema: TSchema): Promise<number> {
  const validate = problemWith(schema)
  return Number(await askText({ message, value: String(value), validate: (text) => validate(Number(text)) }))
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

/** @returns a check of typed values */
export function problemWith(schema: TSchema): (typed: string | number) => string | undefined {
  return (typed) => {
    const [error] = Value.Errors(schema, typed)
    return error && `It ${error.message}.`
  }
}
