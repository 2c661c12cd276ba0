import { createContext } from 'react'
import type { RouteObject } from 'react-router'

/**
 * A function that finds the route to which a link leads. It returns undefined for a link that loads a document, and on
 * the server.
 */
export const FindPage = createContext<(link: HTMLAnchorElement) => RouteObject | undefined>(() => undefined)
