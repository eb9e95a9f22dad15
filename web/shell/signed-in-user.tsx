import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { currentSession, onSessionChange } from '../api/session.ts'

interface SignedInUser {
  id: string
  email: string
}

const UserContext = createContext<SignedInUser | null>(null)

export function useUser(): SignedInUser {
  const user = use(UserContext)
  if (!user) throw new Error('useUser must be used within a SessionProvider')
  return user
}

/** Shows nothing in the moment between the end of a session and the guard's redirect. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(onSessionChange, currentSession)
  if (session.status !== 'signed-in') return null
  return (
    <UserContext value={{ id: session.userId, email: session.email }}>
      <OwnData key={session.userId}>{children}</OwnData>
    </UserContext>
  )
}

/** Each person's data in a cache of its own: nothing of one can be seen by the next. */
function OwnData({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
