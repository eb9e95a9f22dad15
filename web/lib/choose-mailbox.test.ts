import { expect, test } from 'vitest'
import { chooseMailbox } from './choose-mailbox.ts'

const inactive = { id: 'inactive', status: 'reauth_required' }
const active = { id: 'active', status: 'active' }
const other = { id: 'other', status: 'active' }

test.each([
  ['the stored mailbox if it exists', [inactive, active, other], 'other', other],
  ['else the first active mailbox', [inactive, active, other], 'deleted', active],
  ['else the first mailbox', [inactive], null, inactive],
  ['null without mailboxes', [], 'deleted', null],
])('chooses %s', (_name, list, stored, chosen) => {
  expect(chooseMailbox(list, stored)).toBe(chosen)
})
