import { createContext } from 'react'
import type { RouteObject } from 'react-router'

/** Finds the route to which a link leads. Undefined for a link that loads a document, and on the server. */
export const FindPage = createContext<(link: HTMLAnchorElement) => RouteObject | undefined>(() => undefined)
