timeout ${2:-280} npx vitest run --config test/vitest.config.ts --project e2e test/e2e/$1.test.ts --bail ${3:-1} 2>&1 | grep -v "npm warn" | tail -${4:-45}; date
