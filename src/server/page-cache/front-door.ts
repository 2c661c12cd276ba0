import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { createOneATurn } from './one-a-turn.ts'

/** Answers a request, or leaves it to whoever comes next. @returns whether it was answered */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

/** What meets a request before the framework does: what it answers costs none of the framework's work. */
export interface FrontDoor {
  /** Who answers with pictures first; nobody until somebody is named. */
  answerPicture: Answer
  /** Who answers with pages first. */
  answer: Answer
  /** To be handed to the framework, with its own options. */
  serverFactory: (
    handler: (request: IncomingMessage, response: ServerResponse) => void,
    options: ServerOptions,
  ) => Server
}

interface ServerOptions {
  http?: object
  keepAliveTimeout?: number
  requestTimeout?: number
  connectionTimeout?: number
}

export function createFrontDoor(): FrontDoor {
  const begin = createOneATurn()
  const door: FrontDoor = {
    answerPicture: () => false,
    answer: () => false,
    serverFactory(handler, { http, keepAliveTimeout, requestTimeout, connectionTimeout }) {
      const server = createServer(http ?? {}, (request, response): void => {
        if (door.answerPicture(request, response) || door.answer(request, response)) return
        // What comes with a body is listened to at once: of one who goes meanwhile it would never be heard.
        if (request.method !== 'GET' && request.method !== 'HEAD') return handler(request, response)
        begin(() => response.destroyed || handler(request, response))
      })
      // What the framework sets on a server that it makes itself.
      server.keepAliveTimeout = keepAliveTimeout ?? server.keepAliveTimeout
      server.requestTimeout = requestTimeout ?? server.requestTimeout
      server.setTimeout(connectionTimeout)
      return server
    },
  }
  return door
}
