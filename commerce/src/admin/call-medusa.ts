/** As the staff who is signed in: POST with a `body`, else GET. Throws Error with Medusa's message. */
export async function callMedusa<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(path, {
    credentials: 'include',
    ...(body instanceof FormData
      ? { method: 'POST', body }
      : body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = (await response.json().catch(() => ({}))) as Answer & { message?: string }
  if (!response.ok) throw new Error(answer.message ?? `Medusa answered ${response.status}.`)
  return answer
}
