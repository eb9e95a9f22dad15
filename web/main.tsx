import './ui/styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readReturnedSession } from './api/returned-session.ts'
import { createAppRouter } from './router.tsx'

// The schema library would try to compile its checks with eval; the content policy forbids it, and reports the attempt.
// It reads this when it is loaded, which happens with the first screen behind the sign-in.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

readReturnedSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
)
