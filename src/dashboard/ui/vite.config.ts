import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Whoever builds may have set it for something else, and pages of a development build are several times slower.
// biome-ignore lint/style/noProcessEnv: it is where the build looks for it
process.env['NODE_ENV'] = 'production';

/** Pages of the dashboard. Nothing is inlined: the content security policy allows own files and nothing else. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Of 2024: all of them know light-dark().
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
});
