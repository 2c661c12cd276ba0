import { createContext } from 'react'
import type { RouteObject } from 'react-router'

/** Tells which page takes this one's place where a link is followed. On the server none does. */
export const FindPage = createContext<(link: HTMLAnchorElement) => RouteObject | undefined>(() => undefined)
