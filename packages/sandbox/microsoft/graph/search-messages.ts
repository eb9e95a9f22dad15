import type { Message } from '../model.ts'

/** `$search`: all words in any field, or in the named one (`from:`, `subject:` …). */
export function searchTest(search: string | null): (message: Message) => boolean {
  if (search === null) return () => true
  const terms = search.replace(/^"|"$/g, '').toLowerCase().split(/\s+/).filter(Boolean)
  return (message) => terms.every((term) => matchesTerm(message, term))
}

function matchesTerm(message: Message, term: string): boolean {
  const [field, word] = /^(from|to|cc|subject|body|attachment):(.+)$/.exec(term)?.slice(1) ?? [null, term]
  return texts(message, field ?? null).some((text) => text.toLowerCase().includes(word ?? term))
}

function texts(message: Message, field: string | null): string[] {
  switch (field) {
    case 'from':
      return people(message.from ? [message.from] : [])
    case 'to':
      return people(message.toRecipients)
    case 'cc':
      return people(message.ccRecipients)
    case 'subject':
      return [message.subject ?? '']
    case 'body':
      return [message.text]
    case 'attachment':
      return message.attachments.map(({ name }) => name)
    default:
      return [message.subject ?? '', message.text, ...people(message.from ? [message.from] : [])]
  }
}

function people(list: Message['toRecipients']): string[] {
  return list.flatMap(({ emailAddress }) => [emailAddress.address ?? '', emailAddress.name ?? ''])
}
