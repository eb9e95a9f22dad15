import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createQueryClient } from './query-client.ts'
import { currentSession, onSessionChange } from './session.ts'

interface SignedInUser {
  id: string
  email: string
  isOperator: boolean
}

const UserContext = createContext<SignedInUser | null>(null)

export function useUser(): SignedInUser {
  const user = use(UserContext)
  if (!user) throw new Error('useUser must be used within a SessionProvider')
  return user
}

/** Renders nothing between the end of a session and the redirect of the route guard. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useSyncExternalStore(onSessionChange, currentSession)
  if (session.status !== 'signed-in') return null
  return (
    <UserContext value={{ id: session.userId, email: session.email, isOperator: session.isOperator }}>
      <UserQueryClient key={session.userId}>{children}</UserQueryClient>
    </UserContext>
  )
}

/** A separate query cache per user, so that cached data never shows to another user. */
function UserQueryClient({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
