import type { BenchApp } from './bench-app.ts'

/** Calls Graph past the product. */
export function graphOf({ ctx }: BenchApp, token: string) {
  const base = `${ctx.config.microsoft?.graphUrl}/v1.0`
  async function call(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        prefer: 'IdType="ImmutableId"',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(read).slice(0, 300)}`)
    return read
  }
  return {
    call,
    async folder(name: string): Promise<string> {
      const list = await call('/me/mailFolders?$top=100')
      const folders = typeof list === 'object' && list && 'value' in list && Array.isArray(list.value) ? list.value : []
      return String(folders.find((folder) => folder.displayName === name)?.id)
    },
  }
}
