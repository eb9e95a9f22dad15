import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readSessionFromUrl } from './api/session-from-url.ts'
import { findRoute } from './routes.tsx'
import { RouterView } from './routing/router-view.tsx'
import { startRouter } from './routing/router.ts'
import { ErrorView } from './shell/full-page.tsx'
import { Pending } from './shell/pending.tsx'
import { rememberEarlyPress } from './shell/replace-prerendered.ts'
import { Root } from './shell/root.tsx'
import { preferredLanguage } from './texts/language.ts'
import { loadLanguage } from './texts/load-language.ts'
import { currentLanguage } from './texts/translate.ts'

// Zod would compile its checks with `new Function`, which the content security policy forbids and reports. Zod reads
// this setting when it is loaded, which happens with the first signed-in screen.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

readSessionFromUrl()
rememberEarlyPress()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

function render(at: HTMLElement): void {
  document.documentElement.lang = currentLanguage()
  startRouter(findRoute)
  createRoot(at).render(
    <StrictMode>
      <RouterView Root={Root} pending={<Pending />} failure={<ErrorView />} />
    </StrictMode>,
  )
}
const language = preferredLanguage()
if (language === 'en') render(root)
else void loadLanguage(language).then(() => render(root))
