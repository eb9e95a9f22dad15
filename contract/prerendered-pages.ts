/** Screens that the build renders to HTML, in files that only the server reads. */
export const prerenderedScreens = ['login', 'signup'] as const
export type PrerenderedScreen = (typeof prerenderedScreens)[number]

export const prerenderedFile = (screen: PrerenderedScreen, language: string): string =>
  `auth-${screen}.${language}.html`

/** Stands for the product's name, which the server knows. */
export const productNamePlaceholder = '{{product-name}}'
