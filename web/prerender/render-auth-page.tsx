import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '../../contract/languages.ts'
import { type PrerenderedScreen, productNamePlaceholder } from '../../contract/prerendered-pages.ts'
import { ProductContext } from '../api/product.tsx'
import { LocationContext } from '../routing/router-view.tsx'
import { LoginScreen } from '../screens/auth/login-screen.tsx'
import { SignupScreen } from '../screens/auth/signup-screen.tsx'
import { german } from '../texts/de/german.ts'
import { type Catalogue, setLanguage } from '../texts/translate.ts'

const product = {
  name: productNamePlaceholder,
  supportEmail: '',
  sandboxUrl: null,
  hasPlans: true,
  sendsEmail: true,
  signUp: 'open',
} as const

const catalogues: Record<Language, Catalogue> = { en: {}, de: german }
const screens: Record<PrerenderedScreen, ComponentType> = { login: LoginScreen, signup: SignupScreen }

/** Renders a sign-in screen to HTML. Runs at build time, without the router and its guards. */
export function renderAuthPage(screen: PrerenderedScreen, language: Language): { title: string; body: string } {
  setLanguage(language, catalogues[language])
  const Screen = screens[screen]
  const pathname = `/auth/${screen}`
  const markup = renderToStaticMarkup(
    <LocationContext value={{ pathname, search: {}, hash: '', href: pathname, state: {} }}>
      <ProductContext value={product}>
        <Screen />
      </ProductContext>
    </LocationContext>,
  )
  const [titleElement = '', title = ''] = /<title>(.*?)<\/title>/.exec(markup) ?? []
  if (title === '' || !markup.includes('<form ')) throw new Error(`The screen ${screen} was not rendered`)
  // Before the scripts run, a valid form closes the dialog around it, and no password gets into the URL.
  const body = markup
    .replace(titleElement, '')
    .replace('<form ', '<dialog open role="presentation"><form method="dialog" ')
    .replace('</form>', '</form></dialog>')
  return { title, body }
}
