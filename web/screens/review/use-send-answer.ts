import { useRef, useState } from 'react'
import type { SortedMailOutput } from '../../../contract/functions/sorted-mail.ts'
import { type ReviewAnswer, useAnswerReview } from '../../api/review.ts'

/** Sends answers; those about the same message one after the other. */
export function useSendAnswer() {
  const { mutateAsync } = useAnswerReview()
  const [inFlight, setInFlight] = useState(0)
  const lastRequests = useRef(new Map<string, Promise<SortedMailOutput>>())
  const send = async (answer: ReviewAnswer): Promise<SortedMailOutput> => {
    const previous = lastRequests.current.get(answer.logId)
    const request = (async () => {
      await previous?.catch(() => undefined)
      return mutateAsync(answer)
    })()
    lastRequests.current.set(answer.logId, request)
    setInFlight((count) => count + 1)
    try {
      return await request
    } finally {
      setInFlight((count) => count - 1)
    }
  }
  return { inFlight, send }
}
