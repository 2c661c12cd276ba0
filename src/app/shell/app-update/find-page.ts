import { createContext } from 'react'
import type { RouteObject } from 'react-router'

/** Finds the route that a link leads to; undefined for a link that loads a document, and on the server. */
export const FindPage = createContext<(link: HTMLAnchorElement) => RouteObject | undefined>(() => undefined)
