import type { SubscriberArgs } from '@medusajs/framework'

import { noteChange, type Change } from './changes.ts'

/** A subscriber for events whose data is the changed row's id. */
export function changedRow(kind: Change['kind']): (args: SubscriberArgs<{ id?: unknown }>) => Promise<void> {
  return async ({ event, container }) => {
    const { id } = event.data
    noteChange(container, { event: event.name, kind, id: typeof id === 'string' ? id : undefined })
  }
}
