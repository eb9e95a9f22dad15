import { describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { insertUserRows, outcome } from '../../test/kit/users.ts'
import { openDatabase } from './database.ts'

const database = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: database.server, onError: () => undefined }))
const user = await insertUserRows(db)

const insert = (type: string, config: object): Promise<number | string> =>
  outcome(
    db,
    user.claims,
    `insert into email_folder_actions (folder_id, action_id, is_active, action_order, config)
     select '${user.folderId}', id, true, 2, '${JSON.stringify(config).replaceAll("'", "''")}'
     from email_actions where action_type = '${type}'`,
  )

describe('the configuration of an action as a user may write it', () => {
  test.each([
    ['forward_mail', {}],
    ['forward_mail', { destination_email: '' }],
    ['forward_mail', { destination_email: 'accounts@example.com' }],
    ['ai_agent_action', { prompt: 'Store it', maxConnections: 3, maxContextLength: 5000, includeFileContext: true }],
    ['store_attachment_dropbox', { baseFolderPath: '', preserveOriginalNames: true }],
  ])('%s accepts %j', async (type, config) => {
    expect(await insert(type, config)).toBe(1)
  })

  test.each([
    ['forward_mail', { destination_email: 'a@example.com,b@example.com' }],
    ['forward_mail', { destination_email: 'Somebody <a@example.com>' }],
    ['forward_mail', { destination_email: 'a@example.com\nBcc: b@example.com' }],
    ['forward_mail', { destination_email: `${'a'.repeat(65)}@example.com` }],
    // The user's own mailbox.
    ['forward_mail', { destination_email: 'A@example.com' }],
    ['forward_mail', { destination_email: 7 }],
    ['forward_mail', { bcc: 'b@example.com' }],
    ['ai_agent_action', { maxConnections: 6 }],
    ['ai_agent_action', { maxConnections: 2.5 }],
    ['store_attachment_dropbox', { preserveOriginalNames: 'yes' }],
    ['store_attachment_dropbox', { prompt: 'x'.repeat(4001) }],
  ])('%s refuses %j', async (type, config) => {
    expect(await insert(type, config)).toBe('23514')
  })
})
