import { suite } from 'touchstone/vitest';

await suite({ select: ['rid'] });
