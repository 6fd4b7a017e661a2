import { Tabs } from '@mantine/core';
import { CodeBlock } from '../components/copy.tsx';
import { useGatewayUrl } from '../lib/session.ts';

const snippetsFor = (base: string, key: string) => [
  {
    name: 'curl',
    code: `curl ${base}/v1/chat/completions \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -H "X-Gateway-Key: ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hello"}]}'`,
  },
  {
    name: 'openai (npm)',
    code: `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${base}/v1',
  apiKey: process.env.OPENAI_API_KEY,
  defaultHeaders: { 'X-Gateway-Key': '${key}' },
});`,
  },
  {
    name: 'openai (Python)',
    code: `import os
from openai import OpenAI

client = OpenAI(
    base_url="${base}/v1",
    api_key=os.environ["OPENAI_API_KEY"],
    default_headers={"X-Gateway-Key": "${key}"},
)`,
  },
  {
    name: 'LangChain',
    code: `import os
from langchain_openai import ChatOpenAI

llm = ChatOpenAI(
    model="gpt-4o-mini",
    base_url="${base}/v1",
    api_key=os.environ["OPENAI_API_KEY"],
    default_headers={"X-Gateway-Key": "${key}"},
)`,
  },
  {
    name: 'AI SDK',
    code: `import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

const openai = createOpenAI({
  baseURL: '${base}/v1',
  apiKey: process.env.OPENAI_API_KEY,
  headers: { 'X-Gateway-Key': '${key}' },
});

// .chat(): the gateway scans chat completions
const { text } = await generateText({ model: openai.chat('gpt-4o-mini'), prompt: 'Hello' });`,
  },
];

/** How a client is pointed at the gateway. The provider's key stays the caller's own. */
export const Snippets = ({ gatewayKey }: { gatewayKey: string }) => {
  const snippets = snippetsFor(useGatewayUrl().replace(/\/+$/, ''), gatewayKey);
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb="sm">
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ name, code }) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock code={code} what="the snippet" />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};
