/** For Safari 16.4 and Firefox 115. `test/build/younger-apis.test.ts` checks the built scripts for missing APIs. */
Promise.withResolvers ??= <Value>() => {
  const resolvers = {} as PromiseWithResolvers<Value>
  resolvers.promise = new Promise<Value>((resolve, reject) => Object.assign(resolvers, { resolve, reject }))
  return resolvers
}
