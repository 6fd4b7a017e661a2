{{- define "portcullis.imageFields" -}}
image: {{ include "portcullis.image" (dict "root" .root "image" .image "foreign" .foreign) | quote }}
imagePullPolicy: {{ .image.pullPolicy }}
securityContext:
  {{- toYaml .root.Values.securityContext | nindent 2 }}
{{- end -}}

{{/* Folders of every container with the gateway's program. */}}
{{- define "portcullis.programMounts" -}}
- name: portcullis-config
  mountPath: /etc/portcullis
  readOnly: true
- name: portcullis-data
  mountPath: /var/lib/portcullis
- name: portcullis-run
  mountPath: /run/portcullis
- name: portcullis-tmp
  mountPath: /tmp
{{- end -}}

{{/* Secrets that are settings: YAML list of name (in the volume), secret, key, variable. dict root, role */}}
{{- define "portcullis.secretSettings" -}}
{{- $v := .root.Values -}}
{{- $list := list -}}
{{- with $v.postgresql.existingSecret }}{{ if .name }}{{ $list = append $list (dict "file" "store-url" "secret" .name "key" .key "variable" "PORTCULLIS_STORE_URL_FILE") }}{{ end }}{{ end -}}
{{- with $v.secrets.textKeys }}{{ if .name }}{{ $list = append $list (dict "file" "text-keys" "secret" .name "key" .key "variable" "PORTCULLIS_STORE_TEXT_KEYS_FILE") }}{{ end }}{{ end -}}
{{- with $v.secrets.redactionHashSecret }}{{ if .name }}{{ $list = append $list (dict "file" "hash-secret" "secret" .name "key" .key "variable" "PORTCULLIS_REDACTION_HASH_SECRET_FILE") }}{{ end }}{{ end -}}
{{- if ne .role "processor" -}}
{{- with $v.secrets.oidcClientSecret }}{{ if .name }}{{ $list = append $list (dict "file" "oidc-client-secret" "secret" .name "key" .key "variable" "PORTCULLIS_DASHBOARD_OIDC_CLIENT_SECRET_FILE") }}{{ end }}{{ end -}}
{{- end -}}
{{- toYaml $list -}}
{{- end -}}

{{- define "portcullis.secretEnv" -}}
{{- range include "portcullis.secretSettings" . | fromYamlArray }}
- name: {{ .variable }}
  value: /etc/portcullis-secrets/{{ .file }}
{{- end -}}
{{- end -}}

{{- define "portcullis.secretMount" -}}
{{- if include "portcullis.secretSettings" . | fromYamlArray }}
- name: portcullis-secrets
  mountPath: /etc/portcullis-secrets
  readOnly: true
{{- end -}}
{{- end -}}

{{/* Variables of a container with the gateway's program. dict secrets, values (of the workload) */}}
{{- define "portcullis.programEnv" -}}
{{- if or .secrets .values.extraEnv }}
env:
  {{- with .secrets }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with .values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- with .values.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Volumes of the operator's for all containers that are in a pod, each once: a list of workloads */}}
{{- define "portcullis.extraVolumes" -}}
{{- $names := list -}}
{{- $volumes := list -}}
{{- range $workload := . -}}
{{- range $workload.extraVolumes -}}
{{- if not (has .name $names) }}{{ $names = append $names .name }}{{ $volumes = append $volumes . }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if $volumes }}{{ toYaml $volumes }}{{ end -}}
{{- end -}}

{{/* The program that `serve`s. dict root, role (all, processor, dashboard), name, and for native sidecars native: true */}}
{{- define "portcullis.container.serve" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
{{- $isDashboard := eq .role "dashboard" -}}
{{- $w := ternary $v.dashboard $v.gateway $isDashboard -}}
name: {{ .name }}
{{- if .native }}
restartPolicy: Always
{{- end }}
{{ include "portcullis.imageFields" (dict "root" $root "image" $v.image) }}
args: [serve, --config, /etc/portcullis/config.yaml, --role, {{ .role }}]
{{- include "portcullis.programEnv" (dict "secrets" (include "portcullis.secretEnv" . | trim) "values" $w) }}
ports:
  {{- if not $isDashboard }}
  {{- if not (include "portcullis.usesSocket" $root) }}
  - {name: grpc, containerPort: 9000, protocol: TCP}
  {{- end }}
  - {name: metrics, containerPort: 9090, protocol: TCP}
  {{- end }}
  {{- if ne .role "processor" }}
  - {name: dashboard, containerPort: 3000, protocol: TCP}
  - {name: dash-metrics, containerPort: 9091, protocol: TCP}
  {{- end }}
{{- if $isDashboard }}
startupProbe:
  httpGet: {path: /, port: dashboard}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  # By an answer: for a process that hangs the kernel still accepts connections.
  httpGet: {path: /livez, port: dash-metrics}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
  terminationGracePeriodSeconds: 15
readinessProbe:
  httpGet: {path: /, port: dashboard}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- else }}
startupProbe:
  httpGet: {path: /readyz, port: metrics}
  {{- with $v.gateway.startupProbe }}{{ toYaml . | nindent 2 }}{{ end }}
livenessProbe:
  httpGet: {path: /livez, port: metrics}
  {{- with $v.gateway.livenessProbe }}{{ toYaml . | nindent 2 }}{{ end }}
readinessProbe:
  httpGet: {path: /readyz, port: metrics}
  {{- with $v.gateway.readinessProbe }}{{ toYaml . | nindent 2 }}{{ end }}
{{- end }}
{{- if .drains }}
lifecycle:
  # Before any SIGTERM: callers are told to go elsewhere, and what is in flight may end.
  preStop:
    exec:
      command: [portcullis, drain-envoy, --config, /etc/portcullis/envoy-config.yaml]
  # A gateway that hung was restarted alone, after the same hook: Envoy is taken back.
  postStart:
    exec:
      command: [portcullis, drain-envoy, --undo, --config, /etc/portcullis/envoy-config.yaml]
{{- end }}
resources:
  {{- toYaml $w.resources | nindent 2 }}
volumeMounts:
  {{- include "portcullis.programMounts" $root | nindent 2 }}
  {{- with include "portcullis.secretMount" . | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- if and (include "portcullis.usesMtls" $root) (not $isDashboard) }}
  - {name: portcullis-tls, mountPath: /etc/portcullis-tls, readOnly: true}
  {{- end }}
  {{- with $w.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Writes Envoy's bootstrap from the gateway's configuration. dict root, and optionally args */}}
{{- define "portcullis.container.envoyConfig" -}}
{{- $root := .root -}}
name: envoy-config
{{ include "portcullis.imageFields" (dict "root" $root "image" $root.Values.image) }}
args:
  - envoy-config
  - --config
  - /etc/portcullis/envoy-config.yaml
  {{- range .args }}
  - {{ . | quote }}
  {{- end }}
  {{- $limit := ($root.Values.envoy.resources | default dict).limits | default dict }}
  {{- $memory := $limit.memory | default "" }}
  {{- if kindIs "float64" $memory }}{{ $memory = int64 $memory }}{{ end }}
  {{- $memory = toString $memory }}
  {{- /* Sizes in another form are left to Envoy's default, which is no limit of its own. */}}
  {{- if regexMatch "^[0-9]{1,13}([.][0-9]{1,3})?([kMG]|[KMG]i)?$" $memory }}
  - --max-memory
  - {{ $memory | quote }}
  {{- end }}
  - --out
  - /run/portcullis/envoy.yaml
resources:
  {{- toYaml $root.Values.initContainers.resources | nindent 2 }}
volumeMounts:
  - {name: portcullis-config, mountPath: /etc/portcullis, readOnly: true}
  - {name: portcullis-run, mountPath: /run/portcullis}
  - {name: portcullis-tmp, mountPath: /tmp}
{{- end -}}

{{/* Brings the first key into the store; where it is there nothing happens. dict root, role */}}
{{- define "portcullis.container.importKey" -}}
{{- $root := .root -}}
{{- /* It opens the same store as the container after it, and so needs what that was given: the CA of a database, say. */ -}}
{{- $w := ternary $root.Values.dashboard $root.Values.gateway (eq .role "dashboard") -}}
name: import-key
{{ include "portcullis.imageFields" (dict "root" $root "image" $root.Values.image) }}
args: [keys, import, --config, /etc/portcullis/config.yaml, --name, initial, --key-file, /etc/portcullis-initial-key/key]
{{- include "portcullis.programEnv" (dict "secrets" (include "portcullis.secretEnv" . | trim) "values" $w) }}
resources:
  {{- toYaml $root.Values.initContainers.resources | nindent 2 }}
volumeMounts:
  {{- include "portcullis.programMounts" $root | nindent 2 }}
  - {name: portcullis-initial-key, mountPath: /etc/portcullis-initial-key, readOnly: true}
  {{- with include "portcullis.secretMount" . | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with $w.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Envoy as native sidecar: up before the main containers, down after them. dict root, and optionally port (absent: loopback only) */}}
{{- define "portcullis.container.envoy" -}}
{{- $root := .root -}}
{{- $v := $root.Values -}}
name: envoy
restartPolicy: Always
{{ include "portcullis.imageFields" (dict "root" $root "image" $v.envoy.image "foreign" true) }}
command: [envoy]
args:
  - -c
  - /run/portcullis/envoy.yaml
  - --log-level
  - {{ $v.envoy.logLevel }}
  - --concurrency
  - {{ $v.envoy.concurrency | quote }}
  - --disable-hot-restart
  {{- range $v.envoy.extraArgs }}
  - {{ . | quote }}
  {{- end }}
{{- with $v.envoy.extraEnv }}
env:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $v.envoy.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
ports:
  {{- with .port }}
  - {name: proxy, containerPort: {{ . }}, protocol: TCP}
  {{- end }}
  - {name: envoy-status, containerPort: 9902, protocol: TCP}
startupProbe:
  # The processor may come later: nothing of it is asked here.
  httpGet: {path: /livez, port: envoy-status}
  periodSeconds: 1
  timeoutSeconds: 3
  failureThreshold: 60
livenessProbe:
  # By an answer: for a process that hangs the kernel still accepts connections.
  httpGet: {path: /livez, port: envoy-status}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
  terminationGracePeriodSeconds: 15
readinessProbe:
  # 200 only while Envoy is not draining and the processor is healthy.
  httpGet: {path: /ready, port: envoy-status}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
resources:
  {{- toYaml $v.envoy.resources | nindent 2 }}
volumeMounts:
  - {name: portcullis-run, mountPath: /run/portcullis}
  - {name: portcullis-tmp, mountPath: /tmp}
  {{- if and (include "portcullis.usesMtls" $root) (not .insecure) }}
  - {name: portcullis-client-tls, mountPath: /etc/portcullis-tls, readOnly: true}
  {{- end }}
  {{- if $v.upstream.ca.name }}
  - {name: portcullis-upstream-ca, mountPath: /etc/portcullis-upstream-ca, readOnly: true}
  {{- end }}
  {{- with $v.envoy.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "portcullis.container.sampleProvider" -}}
name: sample-provider
restartPolicy: Always
{{ include "portcullis.imageFields" (dict "root" .root "image" .root.Values.image) }}
command: [node, /app/src/sample-provider/main.ts, --host, 127.0.0.1, --port, {{ include "portcullis.samplePort" .root | quote }}]
resources:
  {{- toYaml .root.Values.sampleProvider.resources | nindent 2 }}
volumeMounts:
  - {name: portcullis-tmp, mountPath: /tmp}
{{- end -}}

{{/* Nothing but the way in which Envoy is asked to drain, for pods where no gateway is. */}}
{{- define "portcullis.container.drainer" -}}
name: drainer
{{ include "portcullis.imageFields" (dict "root" .root "image" .root.Values.image) }}
command: [node, -e, "process.on('SIGTERM', () => process.exit(0)); setInterval(() => undefined, 2 ** 30)"]
lifecycle:
  # Envoy is a native sidecar and gets its SIGTERM after this container: by then nothing is in flight.
  preStop:
    exec:
      command: [portcullis, drain-envoy, --config, /etc/portcullis/envoy-config.yaml]
resources:
  {{- toYaml .root.Values.envoy.drainer.resources | nindent 2 }}
volumeMounts:
  - {name: portcullis-config, mountPath: /etc/portcullis, readOnly: true}
  - {name: portcullis-run, mountPath: /run/portcullis}
  - {name: portcullis-tmp, mountPath: /tmp}
{{- end -}}

{{/* Volumes of containers with the gateway's program. dict root, role; data: name of a claim; mode: of files with secrets; importsKey */}}
{{- define "portcullis.volumes" -}}
{{- $root := .root -}}
{{- $mode := .mode | default 288 -}}
- name: portcullis-config
  configMap: {name: {{ include "portcullis.fullname" $root }}-config}
- name: portcullis-data
  {{- if .claim }}
  persistentVolumeClaim: {claimName: {{ .claim | quote }}}
  {{- else }}
  emptyDir: {sizeLimit: 4Gi}
  {{- end }}
- name: portcullis-run
  emptyDir: {medium: Memory, sizeLimit: 16Mi}
- name: portcullis-tmp
  emptyDir: {sizeLimit: 256Mi}
{{- with include "portcullis.secretSettings" . | fromYamlArray }}
- name: portcullis-secrets
  projected:
    defaultMode: {{ $mode }}
    sources:
      {{- range . }}
      - secret:
          name: {{ .secret | quote }}
          items: [{key: {{ .key | quote }}, path: {{ .file }}}]
      {{- end }}
{{- end }}
{{- if .importsKey }}
- name: portcullis-initial-key
  secret:
    secretName: {{ include "portcullis.initialKeySecret" $root | quote }}
    defaultMode: {{ $mode }}
    items: [{key: {{ $root.Values.initialKey.key | quote }}, path: key}]
{{- end }}
{{- if and .servesTls (include "portcullis.usesMtls" $root) }}
- name: portcullis-tls
  secret: {secretName: {{ include "portcullis.serverSecret" $root | quote }}, defaultMode: {{ $mode }}}
{{- end }}
{{- end -}}

{{/* Volumes of Envoy's container beyond those. */}}
{{- define "portcullis.envoyVolumes" -}}
{{- $root := .root -}}
{{- if include "portcullis.usesMtls" $root }}
- name: portcullis-client-tls
  secret: {secretName: {{ include "portcullis.clientSecret" $root | quote }}, defaultMode: 288}
{{- end }}
{{- with $root.Values.upstream.ca }}
{{- if .name }}
- name: portcullis-upstream-ca
  {{- if eq .kind "Secret" }}
  secret: {secretName: {{ .name | quote }}, items: [{key: {{ .key | quote }}, path: ca.crt}]}
  {{- else }}
  configMap: {name: {{ .name | quote }}, items: [{key: {{ .key | quote }}, path: ca.crt}]}
  {{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* What a pod says about itself and where it runs. dict root, component, values (of the workload) */}}
{{- define "portcullis.podHead" -}}
{{- $root := .root -}}
serviceAccountName: {{ include "portcullis.serviceAccountName" $root | quote }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- toYaml $root.Values.podSecurityContext | nindent 2 }}
{{- end -}}

{{/* On which nodes the pods of a workload may run, and before whom. */}}
{{- define "portcullis.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .runtimeClassName }}
runtimeClassName: {{ . | quote }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "portcullis.scheduling" -}}
{{- $w := .values -}}
{{- include "portcullis.placement" $w }}
{{- with $w.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- with $w.topologySpreadConstraints }}
  {{- toYaml . | nindent 2 }}
  {{- else }}
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "portcullis.podSelector" (dict "root" $.root "component" $.component) | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
  {{- end }}
{{- end -}}

{{/* metadata of a pod. dict root, component, values */}}
{{- define "portcullis.podMetadata" -}}
labels:
  {{- merge (dict) (include "portcullis.podSelector" . | fromYaml) (.values.podLabels | default dict) (.root.Values.commonLabels | default dict) | toYaml | nindent 2 }}
annotations:
  {{- $ours := dict "checksum/config" (include "portcullis.restartChecksum" .root) -}}
  {{- $container := dict -}}
  {{- with .container }}{{ $_ := set $container "kubectl.kubernetes.io/default-container" . }}{{ end }}
  {{- merge (dict) $ours (.values.podAnnotations | default dict) (.root.Values.commonAnnotations | default dict) $container | toYaml | nindent 2 }}
{{- end -}}

{{/* For placement in pods of others: the gateway's container and its volumes. */}}
{{- define "portcullis.sidecar.container" -}}
{{ include "portcullis.container.serve" (dict "root" . "role" "processor" "name" "portcullis" "native" true) }}
{{- end -}}

{{- define "portcullis.sidecar.volumes" -}}
{{ include "portcullis.volumes" (dict "root" . "role" "processor" "mode" 292) }}
{{- with include "portcullis.extraVolumes" (list .Values.gateway) }}
{{ . }}
{{- end }}
{{- end -}}
