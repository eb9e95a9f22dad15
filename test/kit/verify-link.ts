/** Follows the link of an email: opens the page and presses its button. */

interface OpenedLink {
  status: number
  page: string
  location: URL | null
  cookie: string
}

/** The linked page; redirects are not followed. */
export async function openLink(link: URL): Promise<OpenedLink> {
  const answer = await fetch(link, { redirect: 'manual' })
  return {
    status: answer.status,
    page: await answer.text(),
    location: URL.parse(answer.headers.get('location') ?? ''),
    cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  }
}

interface Landing {
  url: URL
  fragment: Record<string, string>
  query: Record<string, string>
  cookie: string
}

/** Presses the page's button. @returns where the browser ends up */
export async function pressButton(
  link: URL,
  { page, cookie }: OpenedLink,
  headers: Record<string, string> = {},
): Promise<Landing> {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]))
  const answer = await fetch(new URL('/auth/v1/verify', link), {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { cookie, ...headers },
  })
  if (answer.status !== 303) throw new Error(`The button returned ${answer.status}: ${await answer.text()}`)
  const url = new URL(answer.headers.get('location') ?? '')
  return {
    url,
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
    query: Object.fromEntries(url.searchParams),
    cookie: answer.headers.get('set-cookie') ?? '',
  }
}

export const followLink = async (link: URL): Promise<Landing> => pressButton(link, await openLink(link))
