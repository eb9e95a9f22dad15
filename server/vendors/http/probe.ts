import { timeLimitMs } from './time-limit.ts'

const probeTimeoutMs = 10_000

interface ProbeAnswer {
  status: number
  /** Where the answer redirects to. */
  location: string | null
  text: string
}

/** One call that changes nothing and follows no redirect. @throws where no answer arrives */
export async function probe(url: string, method: 'GET' | 'POST' = 'GET'): Promise<ProbeAnswer> {
  const signal = AbortSignal.timeout(timeLimitMs(probeTimeoutMs))
  const answer = await fetch(url, { method, redirect: 'manual', signal })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

export const respondsTo = (url: string): Promise<boolean> =>
  probe(url).then(
    ({ status }) => status === 200,
    () => false,
  )
