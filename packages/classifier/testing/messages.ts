import type { FolderToSort, MessageToSort } from '../types.ts'

export function mailWith(parts: Partial<MessageToSort>): MessageToSort {
  return {
    from: 'someone@example.org',
    fromName: '',
    to: ['me@example.org'],
    cc: [],
    subject: '',
    text: '',
    headers: {},
    attachmentNames: [],
    receivedAt: new Date('2026-03-02T08:00:00Z'),
    ...parts,
  }
}

export function folder(id: string, instructions = ''): FolderToSort {
  return { id, name: id, instructions }
}
