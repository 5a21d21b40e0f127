import { lazy, Suspense, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { readLoginNotice } from './loginNotice.ts';
import { useLogin } from './useLogin.ts';
import { Banner } from '../../../../platform/web/ui/Banner.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Card } from '../../../../platform/web/ui/Card.tsx';
import { Field } from '../../../../platform/web/ui/Field.tsx';
import { PasswordInput } from '../../../../platform/web/ui/PasswordInput.tsx';
import { TextInput } from '../../../../platform/web/ui/TextInput.tsx';

const ForgotPassword = lazy(async () => ({
  default: (await import('./ForgotPassword.tsx')).ForgotPassword,
}));

/** Username and password. Small on purpose: it is the first thing everybody loads. */
export function LoginCard() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [forgot, setForgot] = useState<'never' | 'open' | 'closed'>('never');
  const [notice] = useState(readLoginNotice);
  const form = useRef<HTMLFormElement>(null);
  const { login, pending, failure } = useLogin();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const missing = !username.trim() ? 'username' : !password ? 'password' : null;
    if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
    else void login({ username, password });
  }
  return (
    <Card title="Log in">
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure ? <Banner tone="danger">{failure}</Banner> : notice && <Banner tone="info">{notice}</Banner>}
        <Field label="Username" error={tried && !username.trim() ? 'Username is required' : undefined}>
          <TextInput
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field label="Password" error={tried && !password ? 'Password is required' : undefined}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={pending}>
          Log in
        </Button>
        <Button variant="ghost" size="sm" className="self-center" onClick={() => setForgot('open')}>
          Forgot password?
        </Button>
      </form>
      {forgot !== 'never' && (
        <Suspense fallback={null}>
          <ForgotPassword
            open={forgot === 'open'}
            onOpenChange={(open) => setForgot(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </Card>
  );
}
