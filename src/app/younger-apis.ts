/** For Safari 16.4 and Firefox 115. `test/build/younger-apis.test.ts` checks the built scripts for missing APIs. */
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
}

Promise.withResolvers ??= <Value>() => {
  const resolvers = {} as PromiseWithResolvers<Value>
  resolvers.promise = new Promise<Value>((resolve, reject) => Object.assign(resolvers, { resolve, reject }))
  return resolvers
}

Map.groupBy ??= <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) => {
  const groups = new Map<Key, Item[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

// eslint-disable-next-line no-extend-native -- a polyfill
String.prototype.toWellFormed ??= function toWellFormed() {
  return this.replace(/\p{Surrogate}/gu, '\uFFFD')
}
