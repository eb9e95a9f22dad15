/** Lets a browser install the page as an app (https://www.w3.org/TR/appmanifest/). The icons are in `web/public`. */
export const appManifest = (productName: string) => ({
  name: productName,
  short_name: productName,
  description: 'Organize your inbox with AI',
  id: '/',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#f8f9fb',
  theme_color: '#2f5bc4',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Review', url: '/review' },
    { name: 'History', url: '/history' },
  ],
})
