import type { Site } from '#server/content/load-site.ts'
import type { AdminClient } from '#server/medusa/admin/admin-client.ts'

import type { Answers, Mistakes } from './answers.ts'
import type { DraftFiles } from './draft-files.ts'

/** What setup reads and changes. */
export interface Shop extends Pick<AdminClient, 'admin' | 'fetch'> {
  /** The folder of the program, with `src`. */
  root: string
  contentDir: string
  files: DraftFiles
  /** `site.yml` before the changes. */
  site: Site
}

/** Questions in the terminal, with the present values as defaults. */
export interface Step {
  title: string
  /** What the step changes, for the merchant. */
  about: string
  ask: (shop: Shop, answers: Answers) => Promise<Answers>
}

/** What answers change. Changes of files are drafted, and changes in Medusa wait for `apply`. */
export interface Plan {
  /** One line for each change. */
  lines: string[]
  /** What the merchant has to do by hand. */
  byHand?: string[]
  apply?: () => Promise<void>
}

/** Checks answers against the shop, and plans the changes. */
export type Planner = (answers: Answers, shop: Shop, mistakes: Mistakes) => Promise<Plan>
