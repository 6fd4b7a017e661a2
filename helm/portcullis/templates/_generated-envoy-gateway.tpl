{{/* Made by `npm run manifests` from src/envoy/targets. Do not edit. */}}
{{- define "portcullis.generated.envoyGateway" }}
{{- $p := include "portcullis.meshParams" . | fromYaml }}
{{- if $p.envoyGateway.createClass }}
---
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata:
  name: {{ $p.envoyGateway.gatewayClass | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  controllerName: {{ $p.envoyGateway.controllerName | toJson }}
{{- end }}
{{- if and $p.envoyGateway.createGateway (ne $p.envoyGateway.processor "socket") }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: EnvoyProxy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  mergeType: StrategicMerge
  shutdown:
    drainTimeout: {{ printf "%ds%dms" (div (int64 $p.drainMs) 1000) (mod (int64 $p.drainMs) 1000) | toJson }}
{{- end }}
{{- if and $p.envoyGateway.createGateway (eq $p.envoyGateway.processor "socket") }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: EnvoyProxy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  mergeType: StrategicMerge
  provider:
    type: Kubernetes
    kubernetes:
      envoyDeployment:
        patch:
          type: StrategicMerge
          value:
            spec:
              template:
                spec:
{{- if $p.envoyGateway.pullSecrets }}
                  imagePullSecrets: {{ $p.envoyGateway.pullSecrets | toJson }}
{{- end }}
                  initContainers:
                    - {{ $p.envoyGateway.container | toJson }}
                  containers:
                    - name: envoy
                      volumeMounts:
                        - name: portcullis-run
                          mountPath: /run/portcullis
                  volumes: {{ $p.envoyGateway.volumes | toJson }}
  shutdown:
    drainTimeout: {{ printf "%ds%dms" (div (int64 $p.drainMs) 1000) (mod (int64 $p.drainMs) 1000) | toJson }}
{{- end }}
{{- if $p.envoyGateway.createGateway }}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata:
  name: {{ $p.envoyGateway.gateway | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  gatewayClassName: {{ $p.envoyGateway.gatewayClass | toJson }}
  infrastructure:
    parametersRef:
      group: gateway.envoyproxy.io
      kind: EnvoyProxy
      name: {{ $p.name | toJson }}
  listeners:
    - name: llm
      port: {{ $p.envoyGateway.port | int64 }}
      protocol: {{ $p.envoyGateway.protocol | toJson }}
      allowedRoutes:
        namespaces:
          from: Same
{{- if $p.envoyGateway.tlsSecret }}
      tls:
        mode: Terminate
        certificateRefs:
          - kind: Secret
            name: {{ $p.envoyGateway.tlsSecret | toJson }}
{{- end }}
{{- end }}
{{- if eq $p.envoyGateway.processor "service" }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: EnvoyExtensionPolicy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  targetRefs:
    - group: gateway.networking.k8s.io
      kind: HTTPRoute
      name: {{ $p.name | toJson }}
  extProc:
    - backendRefs:
        - group: ""
          kind: Service
          name: {{ $p.processorService | toJson }}
          port: {{ $p.processorPort | int64 }}
      backendSettings:
        circuitBreaker:
          maxConnections: 10000
          maxPendingRequests: 10000
          maxParallelRequests: 10000
          maxParallelRetries: 1000
          maxRequestsPerConnection: 900
        retry:
          numRetries: 2
          retryOn:
            triggers:
              - connect-failure
              - reset
              - refused-stream
              - unavailable
        timeout:
          tcp:
            connectTimeout: 500ms
        healthCheck:
          active:
            type: GRPC
            grpc:
              service: envoy.service.ext_proc.v3.ExternalProcessor
            timeout: 1s
            interval: 2s
            unhealthyThreshold: 2
            healthyThreshold: 1
      messageTimeout: {{ printf "%ds%dms" (div (int64 $p.messageTimeoutMs) 1000) (mod (int64 $p.messageTimeoutMs) 1000) | toJson }}
      failOpen: false
      statusOnError: 503
      processingMode:
        request:
          body: Buffered
          attributes:
            - request.id
        response:
          body: Buffered
        allowModeOverride: true
      metadata:
        writableNamespaces:
          - portcullis
{{- end }}
{{- if eq $p.envoyGateway.processor "tls" }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: Backend
metadata:
  name: {{ printf "%v-processor" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  endpoints:
    - fqdn:
        hostname: {{ $p.processorHost | toJson }}
        port: {{ $p.processorPort | int64 }}
  tls:
    caCertificateRefs:
      - group: ""
        kind: Secret
        name: {{ $p.envoyGateway.clientSecret | toJson }}
    sni: {{ $p.processorHost | toJson }}
    clientCertificateRef:
      group: ""
      kind: Secret
      name: {{ $p.envoyGateway.clientSecret | toJson }}
    alpnProtocols:
      - h2
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: EnvoyExtensionPolicy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  targetRefs:
    - group: gateway.networking.k8s.io
      kind: HTTPRoute
      name: {{ $p.name | toJson }}
  extProc:
    - backendRefs:
        - group: gateway.envoyproxy.io
          kind: Backend
          name: {{ printf "%v-processor" (toString $p.name) | toJson }}
      backendSettings:
        circuitBreaker:
          maxConnections: 10000
          maxPendingRequests: 10000
          maxParallelRequests: 10000
          maxParallelRetries: 1000
          maxRequestsPerConnection: 900
        retry:
          numRetries: 2
          retryOn:
            triggers:
              - connect-failure
              - reset
              - refused-stream
              - unavailable
        timeout:
          tcp:
            connectTimeout: 500ms
        healthCheck:
          active:
            type: GRPC
            grpc:
              service: envoy.service.ext_proc.v3.ExternalProcessor
            timeout: 1s
            interval: 2s
            unhealthyThreshold: 2
            healthyThreshold: 1
      messageTimeout: {{ printf "%ds%dms" (div (int64 $p.messageTimeoutMs) 1000) (mod (int64 $p.messageTimeoutMs) 1000) | toJson }}
      failOpen: false
      statusOnError: 503
      processingMode:
        request:
          body: Buffered
          attributes:
            - request.id
        response:
          body: Buffered
        allowModeOverride: true
      metadata:
        writableNamespaces:
          - portcullis
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: Backend
metadata:
  name: {{ printf "%v-provider" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  endpoints:
    - fqdn:
        hostname: {{ $p.provider.host | toJson }}
        port: {{ $p.provider.port | int64 }}
  tls:
    clientCertificateRef:
      group: ""
      kind: Secret
      name: {{ $p.envoyGateway.clientSecret | toJson }}
{{- end }}
{{- if eq $p.envoyGateway.processor "socket" }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: Backend
metadata:
  name: {{ printf "%v-socket" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  endpoints:
    - unix:
        path: /run/portcullis/ext-proc.sock
  appProtocols:
    - gateway.envoyproxy.io/h2c
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: EnvoyExtensionPolicy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  targetRefs:
    - group: gateway.networking.k8s.io
      kind: HTTPRoute
      name: {{ $p.name | toJson }}
  extProc:
    - backendRefs:
        - group: gateway.envoyproxy.io
          kind: Backend
          name: {{ printf "%v-socket" (toString $p.name) | toJson }}
      backendSettings:
        circuitBreaker:
          maxConnections: 10000
          maxPendingRequests: 10000
          maxParallelRequests: 10000
          maxParallelRetries: 1000
          maxRequestsPerConnection: 900
        retry:
          numRetries: 2
          retryOn:
            triggers:
              - connect-failure
              - reset
              - refused-stream
              - unavailable
        timeout:
          tcp:
            connectTimeout: 500ms
        healthCheck:
          active:
            type: GRPC
            grpc:
              service: envoy.service.ext_proc.v3.ExternalProcessor
            timeout: 1s
            interval: 2s
            unhealthyThreshold: 2
            healthyThreshold: 1
      messageTimeout: {{ printf "%ds%dms" (div (int64 $p.messageTimeoutMs) 1000) (mod (int64 $p.messageTimeoutMs) 1000) | toJson }}
      failOpen: false
      statusOnError: 503
      processingMode:
        request:
          body: Buffered
          attributes:
            - request.id
        response:
          body: Buffered
        allowModeOverride: true
      metadata:
        writableNamespaces:
          - portcullis
{{- end }}
{{- if ne $p.envoyGateway.processor "tls" }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: Backend
metadata:
  name: {{ printf "%v-provider" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  endpoints:
    - fqdn:
        hostname: {{ $p.provider.host | toJson }}
        port: {{ $p.provider.port | int64 }}
{{- end }}
{{- if $p.provider.isTls }}
---
apiVersion: gateway.networking.k8s.io/v1
kind: BackendTLSPolicy
metadata:
  name: {{ printf "%v-provider" (toString $p.name) | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  targetRefs:
    - group: gateway.envoyproxy.io
      kind: Backend
      name: {{ printf "%v-provider" (toString $p.name) | toJson }}
  validation: {{ $p.envoyGateway.tlsValidation | toJson }}
{{- end }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: ClientTrafficPolicy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  targetRefs:
    - group: gateway.networking.k8s.io
      kind: Gateway
      name: {{ $p.envoyGateway.gateway | toJson }}
  connection:
    bufferLimit: {{ $p.maxBodyBytes | int64 }}
  path:
    escapedSlashesAction: RejectRequest
    disableMergeSlashes: false
  timeout:
    http:
      requestHeadersReceivedTimeout: 30s
      requestReceivedTimeout: 300s
      streamIdleTimeout: {{ printf "%ds%dms" (div (int64 $p.idleTimeoutMs) 1000) (mod (int64 $p.idleTimeoutMs) 1000) | toJson }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: BackendTrafficPolicy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  targetRefs:
    - group: gateway.networking.k8s.io
      kind: HTTPRoute
      name: {{ $p.name | toJson }}
  connection:
    bufferLimit: {{ $p.maxBodyBytes | int64 }}
  timeout:
    tcp:
      connectTimeout: 5s
    http:
      requestTimeout: 0s
  retry:
    numRetries: 2
    retryOn:
      triggers:
        - connect-failure
        - reset-before-request
        - refused-stream
  circuitBreaker:
    maxConnections: 10000
    maxPendingRequests: 10000
    maxParallelRequests: 10000
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  parentRefs:
    - name: {{ $p.envoyGateway.gateway | toJson }}
      sectionName: llm
  hostnames: {{ $p.envoyGateway.hostnames | toJson }}
  rules:
    - matches:
        - path:
            type: PathPrefix
            value: /v1
      filters:
        - type: URLRewrite
          urlRewrite:
            hostname: {{ $p.provider.host | toJson }}
            path:
              type: ReplacePrefixMatch
              replacePrefixMatch: {{ $p.provider.path | toJson }}
        - type: RequestHeaderModifier
          requestHeaderModifier:
            remove:
              - x-forwarded-for
              - x-forwarded-proto
              - x-envoy-external-address
      backendRefs:
        - group: gateway.envoyproxy.io
          kind: Backend
          name: {{ printf "%v-provider" (toString $p.name) | toJson }}
      timeouts:
        request: 0s
{{- if $p.envoyGateway.patchesReplies }}
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: EnvoyPatchPolicy
metadata:
  name: {{ $p.name | toJson }}
  namespace: {{ $p.namespace | toJson }}
  labels: {{ $p.labels | toJson }}
spec:
  targetRef:
    group: gateway.networking.k8s.io
    kind: Gateway
    name: {{ $p.envoyGateway.gateway | toJson }}
  type: JSONPatch
  jsonPatches:
    - type: type.googleapis.com/envoy.config.listener.v3.Listener
      name: {{ printf "%v/%v/llm" (toString $p.namespace) (toString $p.envoyGateway.gateway) | toJson }}
      operation:
        op: add
        path: {{ printf "/%v/filters/0/typed_config/local_reply_config" (toString $p.envoyGateway.chain) | toJson }}
        value:
          mappers:
            - filter:
                metadata_filter:
                  matcher:
                    filter: portcullis
                    path:
                      - key: reply
                    value:
                      present_match: true
                  match_if_key_not_found: false
              body_format_override:
                content_type: application/json
                text_format_source:
                  inline_string: "%LOCAL_REPLY_BODY%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 504
                            runtime_key: portcullis.local_reply.provider_timeout
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: input_status
                          value:
                            null_match: {}
                        match_if_key_not_found: true
                    - response_flag_filter:
                        flags:
                          - UF
                          - UH
                          - UO
                          - UC
                          - LR
                          - UR
                          - UT
                          - SI
                          - URX
                          - UPE
                          - DF
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: provider_timeout
                    message: "The provider did not answer in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: GE
                          value:
                            default_value: 500
                            runtime_key: portcullis.local_reply.provider_unavailable
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: input_status
                          value:
                            null_match: {}
                        match_if_key_not_found: true
                    - response_flag_filter:
                        flags:
                          - UF
                          - UH
                          - UO
                          - UC
                          - LR
                          - UR
                          - UT
                          - SI
                          - URX
                          - UPE
                          - DF
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: provider_unavailable
                    message: "The provider cannot be reached. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 503
                            runtime_key: portcullis.local_reply.processor_down
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: input_status
                          value:
                            null_match: {}
                        match_if_key_not_found: true
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "0"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: error
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: skipped
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: scan_unavailable
                    message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 504
                            runtime_key: portcullis.local_reply.processor_slow
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: input_status
                          value:
                            null_match: {}
                        match_if_key_not_found: true
              status_code: 503
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "0"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: error
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: skipped
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: scan_unavailable
                    message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 413
                            runtime_key: portcullis.local_reply.too_large
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: invalid_request_error
                    code: request_too_large
                    message: "The request body is larger than the gateway takes. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 504
                            runtime_key: portcullis.local_reply.provider_timeout
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
                    - response_flag_filter:
                        flags:
                          - UF
                          - UH
                          - UO
                          - UC
                          - LR
                          - UR
                          - UT
                          - SI
                          - URX
                          - UPE
                          - DF
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: provider_timeout
                    message: "The provider did not answer in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: GE
                          value:
                            default_value: 500
                            runtime_key: portcullis.local_reply.provider_unavailable
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
                    - response_flag_filter:
                        flags:
                          - UF
                          - UH
                          - UO
                          - UC
                          - LR
                          - UR
                          - UT
                          - SI
                          - URX
                          - UPE
                          - DF
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: provider_unavailable
                    message: "The provider cannot be reached. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 503
                            runtime_key: portcullis.local_reply.processor_down
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: scan_unavailable
                    message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 504
                            runtime_key: portcullis.local_reply.processor_slow
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              status_code: 503
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: scan_unavailable
                    message: "The security scan is not available. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: GE
                          value:
                            default_value: 500
                            runtime_key: portcullis.local_reply.internal
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-should-retry
                    value: "false"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: gateway_error
                    code: internal_error
                    message: "The gateway could not handle this exchange. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 404
                            runtime_key: portcullis.local_reply.unknown_path
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: invalid_request_error
                    code: unknown_path
                    message: "There is nothing on this path here. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 408
                            runtime_key: portcullis.local_reply.request_timeout
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: invalid_request_error
                    code: bad_request
                    message: "The request did not arrive in time. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: EQ
                          value:
                            default_value: 403
                            runtime_key: portcullis.local_reply.forbidden
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              status_code: 400
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: invalid_request_error
                    code: bad_request
                    message: "This is not a valid HTTP request. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
            - filter:
                and_filter:
                  filters:
                    - status_code_filter:
                        comparison:
                          op: GE
                          value:
                            default_value: 400
                            runtime_key: portcullis.local_reply.bad_request
                    - metadata_filter:
                        matcher:
                          filter: portcullis
                          path:
                            - key: request_id
                          value:
                            present_match: true
                        match_if_key_not_found: false
              headers_to_add:
                - header:
                    key: x-gateway-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-request-id
                    value: "%DYNAMIC_METADATA(portcullis:request_id)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-scan-time-ms
                    value: "%DYNAMIC_METADATA(portcullis:scan_time_ms)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-input-status
                    value: "%DYNAMIC_METADATA(portcullis:input_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
                - header:
                    key: x-gateway-output-status
                    value: "%DYNAMIC_METADATA(portcullis:output_status)%"
                  append_action: OVERWRITE_IF_EXISTS_OR_ADD
              body_format_override:
                content_type: application/json
                json_format:
                  error:
                    type: invalid_request_error
                    code: bad_request
                    message: "This is not a valid HTTP request. (request id: %DYNAMIC_METADATA(portcullis:request_id)%)"
                    param: null
                    request_id: "%DYNAMIC_METADATA(portcullis:request_id)%"
{{- end }}
{{- end }}
