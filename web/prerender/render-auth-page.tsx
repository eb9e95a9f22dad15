import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { type PrerenderedScreen, productNamePlaceholder } from '../../contract/prerendered-pages.ts'
import { AuthScreen } from '../screens/auth/auth-screen.tsx'
import { ProductContext } from '../shell/product.tsx'
import { german } from '../texts/de/german.ts'
import type { Language } from '../texts/language.ts'
import { type Catalogue, setLanguage } from '../texts/translate.ts'

const product = { name: productNamePlaceholder, supportEmail: '', sandboxUrl: null, signUp: 'open' } as const

const catalogues: Record<Language, Catalogue> = { en: {}, de: german }

/** Renders a sign-in screen to HTML. Runs at build time, without the app's router and its guards. */
export async function renderAuthPage(
  screen: PrerenderedScreen,
  language: Language,
): Promise<{ title: string; body: string }> {
  setLanguage(language, catalogues[language])
  const root = createRootRoute()
  const auth = createRoute({ getParentRoute: () => root, path: '/auth/$type', component: AuthScreen })
  const router = createRouter({
    routeTree: root.addChildren([auth]),
    history: createMemoryHistory({ initialEntries: [`/auth/${screen}`] }),
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <ProductContext value={product}>
      <RouterProvider router={router} />
    </ProductContext>,
  )
  const [titleElement = '', title = ''] = /<title>(.*?)<\/title>/.exec(markup) ?? []
  if (title === '' || !markup.includes('<form ')) throw new Error(`The screen ${screen} was not rendered`)
  // Without a dialog, `dialog` submits nothing: before the scripts run, a password must not get into the URL.
  const body = markup.replace(titleElement, '').replaceAll('<form ', '<form method="dialog" ')
  return { title, body }
}
