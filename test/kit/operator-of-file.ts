import { createClient } from '@supabase/supabase-js'
import { ofFile } from './of-file.ts'
import { goodPassword, newEmail, startAccounts } from './start-accounts.ts'

/** Accounts, and their operator by the official client with the service key. */
export async function operatorOfFile() {
  const accounts = await ofFile(startAccounts())
  const operator = () =>
    createClient(accounts.url, accounts.keys.service, { auth: { persistSession: false, autoRefreshToken: false } }).auth
      .admin

  async function made(attributes: object = {}) {
    const email = newEmail()
    const { data, error } = await operator().createUser({
      email,
      password: goodPassword,
      email_confirm: true,
      ...attributes,
    })
    if (error) throw error
    return { email, user: data.user }
  }
  const signIn = (email: string, password = goodPassword) =>
    accounts.client().auth.signInWithPassword({ email, password })
  return { accounts, operator, made, signIn }
}
