{{/* Whether the test has to bring an Envoy, since the chart runs none that it could call. */}}
{{- define "portcullis.test.bringsEnvoy" -}}
{{- if and (ne .Values.mode "ingress") (not .Values.tests.url) }}true{{ end -}}
{{- end -}}

{{/*
A pod that sends one harmless request and one attack. In mode ingress through the Service; else through an Envoy of its own, which
asks the release's processor (or, where that lives in pods of others, one in this pod), before the built-in sample provider. It runs
where the gateway may run: where every node has a taint or is another architecture's, it would wait for ever.
dict root, restartPolicy
*/}}
{{- define "portcullis.test.podSpec" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
{{- $bringsEnvoy := include "portcullis.test.bringsEnvoy" $root -}}
{{- $socket := include "portcullis.usesSocket" $root -}}
{{- $bringsGateway := and $bringsEnvoy $socket -}}
{{- $args := list "--upstream" (printf "http://127.0.0.1:%s" (include "portcullis.samplePort" $root)) -}}
{{- if not $socket }}{{ $args = concat (list "--listen" "127.0.0.1:8080" "--ext-proc" (printf "%s:9000" (include "portcullis.processor.host" $root))) $args }}{{ end -}}
{{- $url := include "portcullis.proxyUrl" $root -}}
{{- if and $bringsEnvoy (ne $v.mode "sidecar") }}{{ $url = "http://127.0.0.1:8080" }}{{ end -}}
{{ include "portcullis.podHead" (dict "root" $root) }}
restartPolicy: {{ .restartPolicy }}
{{- if $bringsEnvoy }}
initContainers:
  {{- if $bringsGateway }}
  - {{- include "portcullis.container.importKey" (dict "root" $root "role" "processor") | nindent 4 }}
  {{- end }}
  - {{- include "portcullis.container.envoyConfig" (dict "root" $root "args" $args) | nindent 4 }}
  - {{- include "portcullis.container.sampleProvider" (dict "root" $root) | nindent 4 }}
  {{- if $bringsGateway }}
  - {{- include "portcullis.container.serve" (dict "root" $root "role" "processor" "name" "portcullis" "native" true) | nindent 4 }}
  {{- end }}
  - {{- include "portcullis.container.envoy" (dict "root" $root) | nindent 4 }}
{{- end }}
containers:
  - name: test
    {{- include "portcullis.imageFields" (dict "root" $root "image" $v.image) | nindent 4 }}
    command: [node, /etc/portcullis-test/helm-test.mjs]
    env:
      - {name: BASE_URL, value: {{ $v.tests.url | default $url | quote }}}
      - {name: GATEWAY_KEY_FILE, value: /etc/portcullis-initial-key/key}
      - {name: PROVIDER_IS_SAMPLE, value: {{ or (not (empty $bringsEnvoy)) (and $v.sampleProvider.enabled (not $v.tests.url)) | quote }}}
    resources:
      {{- toYaml $v.tests.resources | nindent 6 }}
    volumeMounts:
      - {name: portcullis-test, mountPath: /etc/portcullis-test, readOnly: true}
      - {name: portcullis-initial-key, mountPath: /etc/portcullis-initial-key, readOnly: true}
volumes:
  {{- if $bringsEnvoy }}
  {{- include "portcullis.volumes" (dict "root" $root "role" "processor" "importsKey" true) | nindent 2 }}
  {{- with include "portcullis.envoyVolumes" (dict "root" $root) | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with include "portcullis.extraVolumes" (ternary (list $v.gateway $v.envoy) (list $v.envoy) (not (empty $bringsGateway))) }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- else }}
  - name: portcullis-initial-key
    secret:
      secretName: {{ include "portcullis.initialKeySecret" $root | quote }}
      defaultMode: 288
      items: [{key: {{ $v.initialKey.key | quote }}, path: key}]
  {{- end }}
  - name: portcullis-test
    configMap: {name: {{ include "portcullis.fullname" $root }}-test}
{{- with include "portcullis.placement" $v.gateway | trim }}
{{ . }}
{{- end }}
{{- with ($v.gateway.affinity | default dict).nodeAffinity }}
affinity:
  nodeAffinity:
    {{- toYaml . | nindent 4 }}
{{- end }}
{{- end -}}
